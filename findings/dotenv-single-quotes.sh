#!/usr/bin/env bash
# python-dotenv 1.2.4. Guess: as in a shell, nothing is replaced in single quotes, and $NAME is replaced where ${NAME} is.
# Seen: ${NAME} is replaced in single quotes as well, $NAME and $$ nowhere, and a name that isn't set becomes nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check python-dotenv==1.2.4
cat >"$folder/.env" <<'ENV'
single='a${PERSON}b'
plain=a$PERSON$$b
unset='pass${word'
gone='pass${NOT_SET}word'
ENV
PERSON=ann "$folder/venv/bin/python" - "$folder/.env" <<'PYTHON'
import sys

from dotenv import dotenv_values

seen = dict(dotenv_values(sys.argv[1]))
print(seen)
assert seen == {"single": "aannb", "plain": "a$PERSON$$b", "unset": "pass${word", "gone": "password"}
PYTHON
