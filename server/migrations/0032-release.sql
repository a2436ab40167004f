-- expand: releases have a kind, an original date, a label, lines of rights, a licence and a language.

ALTER TABLE album
  -- What is_single does not say: null for an album or a single.
  ADD COLUMN kind text CHECK (kind IN ('ep', 'live', 'compilation', 'mixtape')),
  -- When it first appeared, here or elsewhere: YYYY, YYYY-MM or YYYY-MM-DD. Texts compare as the dates do.
  ADD COLUMN original_date text COLLATE "C" CHECK (original_date ~ '^[0-9]{4}(-[0-9]{2}){0,2}$'),
  ADD COLUMN label text,
  -- Without the symbols ℗ and ©.
  ADD COLUMN phonogram_line text,
  ADD COLUMN copyright_line text,
  ADD COLUMN licence text,
  -- BCP 47.
  ADD COLUMN language text;
