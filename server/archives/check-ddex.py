"""Reads the DDEX messages of a folder with tools that are not ours: validated by the schema, parsed by ddex-parser.
Used by archives.test.ts; needs lxml and ddex-parser."""

import json
import pathlib
import sys

from ddex_parser import DDEXParser
from lxml import etree

schema = etree.XMLSchema(etree.parse(sys.argv[1]))
found = {}
for file in sorted(pathlib.Path(sys.argv[2]).glob("*.xml")):
    schema.assertValid(etree.parse(str(file)))
    result = DDEXParser().parse(file.read_text())
    found[file.stem] = {"version": result.version, "releases": result.releases}
print(json.dumps(found, default=str))
