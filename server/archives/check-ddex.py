"""Reads the DDEX messages of a folder with tools that are not ours: valid by the schema (lxml), sound for ddex-parser.
Used by archives.test.ts. `parse` of ddex-parser 0.4.4 is not used: it rejects the official examples of DDEX too."""

import json
import pathlib
import sys

from ddex_parser import DDEXParser
from lxml import etree

schema = etree.XMLSchema(etree.parse(sys.argv[1]))
parser = DDEXParser()
found = {}
for file in sorted(pathlib.Path(sys.argv[2]).glob("*.xml")):
    message = etree.parse(str(file))
    schema.assertValid(message)
    text = file.read_text(encoding="utf-8")
    checked = parser.sanity_check(text)
    found[file.stem] = {
        "version": parser.detect_version(text),
        "errors": checked["errors"],
        "title": message.findtext("ReleaseList/Release/DisplayTitle/TitleText"),
        "tracks": [one.findtext("DisplayTitle/TitleText") for one in message.findall("ResourceList/SoundRecording")],
    }
print(json.dumps(found))
