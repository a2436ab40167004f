-- What was paid inside this server is found again by the operation that paid it.

CREATE UNIQUE INDEX invoice_paid_inside ON invoice (paid_inside_as) WHERE paid_inside_as IS NOT NULL;
