#!/bin/sh
# Leave of the packages installed in a folder what the bot runs with: sh deploy/trim-packages.sh FOLDER [PYTHON]
set -eu
python=${2:-python}
cd "$1"
# Of what Babel knows of all languages, those in which Discord can be used.
find babel/locale-data -name '*.dat' -regextype egrep \
    ! -regex '.*/(root|bg|cs|da|de|el|en|es|fi|fr|hi|hr|hu|id|it|ja|ko|lt|nl|no|pl|pt|ro|ru|sv|th|tr|uk|vi|zh)(_.*)?\.dat' -delete
find . -type d -name tests -prune -exec rm -r {} +
# A kind of picture that the bot neither reads nor makes, and sound.
rm -rf PIL/_avif* pillow.libs/libavif* discord/bin
# What only debuggers read. Libraries that came with a package stay as they are. A file may have other names too, as uv gives
# it one in its cache, so it is replaced and not changed.
if command -v strip > /dev/null; then
    find . -name '*.so' ! -path './*.libs/*' -exec sh -ceu '
        for one; do
            strip --strip-unneeded -o "$one.small" "$one"
            mv "$one.small" "$one"
        done' sh {} +
fi
# What is compiled needs no source.
find . -type d -name __pycache__ -prune -exec rm -r {} +
"$python" -m compileall -q -b .
find . \( -name '*.py' -o -name '*.pyi' \) -delete
