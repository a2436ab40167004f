"""Reads the DDEX messages of a folder with a parser that is not ours: xmlschema decodes them by the schema of ERN 4.3, and raises
an error for an invalid one. Used by archives.test.ts; see docs/archive.md."""

import json
import pathlib
import sys

import xmlschema

schema = xmlschema.XMLSchema(sys.argv[1])
found = {}
for file in sorted(pathlib.Path(sys.argv[2]).glob("*.xml")):
    message = schema.decode(str(file))
    release = message["ReleaseList"]["Release"]
    found[file.stem] = {
        "title": release["DisplayTitle"][0]["TitleText"],
        "artists": [one["DisplayArtistRole"] for one in release["DisplayArtist"]],
        "tracks": [one["DisplayTitle"][0]["TitleText"] for one in message["ResourceList"]["SoundRecording"]],
        "deals": [one["DealTerms"]["UseType"] for one in message["DealList"]["ReleaseDeal"][0]["Deal"]],
    }
print(json.dumps(found))
