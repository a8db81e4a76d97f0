-- Whether staff of the ticket asked, judged when they did: only then it is an answer, after which the opener is waited for.
-- Of earlier ones nobody knows any more, and each counted as one.
alter table close_requests add column by_staff boolean not null default true;
