-- Files that are still to be copied, of which there are few at any time.
create index ticket_attachments_pending on ticket_attachments (message_id) where state = 'pending';
