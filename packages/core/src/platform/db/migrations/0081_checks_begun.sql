-- How often a check of an archive has begun that neither ended nor failed: the program ended meanwhile, perhaps because of it.
alter table import_uploads add column checks_begun smallint not null default 0;
