export const conversation = {
  label: 'Conversation',
  edited: '(edited)',
  deleted: 'Deleted',
  bot: 'APP',
  older: 'Loading older messages…',
  load_older: 'Load older messages',
  image_alt: 'Picture: {name}',
  new: 'New',
  new_messages: '{count, plural, one {1 new message} other {{count, number} new messages}}',
};
