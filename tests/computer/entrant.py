"""A program that plays in the arena, badly where its argument says so: `python entrant.py WAY`."""

import json
import sys
import time

way = sys.argv[1]
for line in sys.stdin:
    view = json.loads(line)
    answer = view["legal"][-1]
    match way:
        case "cheats":
            # A card it doesn't hold, somebody else's turn, a meld taken back for ever.
            missing = next(card for card in ("KS", "4H", "9D", "QC") if card not in view["hand"].split())
            answer = (f"discard {missing}", f"{(view['seat'] + 1) % 4} draw", "undo")[view["stock"] % 3]
        case "hangs":
            time.sleep(600)
        case "dies":
            break
        case "stutters":
            sys.stdout.write("0 dr")
            break
        case "rants":
            answer = "blah " * 10_000 if view["stock"] % 2 else "I resign \u00e9\u20ac"
        case "remembers":
            with open(sys.argv[2], "a", encoding="utf-8") as notes:
                notes.write(line)
    print(answer, flush=True)
