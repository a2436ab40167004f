-- expand: pictures stored before have no colours for pages by day and by night. Their pages are drawn on paper until the
-- picture is uploaded again.
UPDATE artist SET color_info = NULL WHERE NOT color_info ? 'day';
UPDATE album SET color_info = NULL WHERE NOT color_info ? 'day';
UPDATE podcast SET color_info = NULL WHERE NOT color_info ? 'day';
