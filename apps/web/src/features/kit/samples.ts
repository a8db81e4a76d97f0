import type { ModalInput } from '@tickets/discord-ui/modal/modal-picture.tsx';
/** Made-up things to fill the pieces with. */
export const channels = [
  { id: '10', name: 'Support', type: 4, position: 0, parent_id: null },
  { id: '11', name: 'open-a-ticket', type: 0, position: 0, parent_id: '10' },
  { id: '12', name: 'transcripts', type: 0, position: 1, parent_id: '10' },
  { id: '20', name: 'Community', type: 4, position: 1, parent_id: null },
  { id: '21', name: 'news', type: 5, position: 0, parent_id: '20' },
  { id: '22', name: 'general', type: 0, position: 1, parent_id: '20' },
];

export const roles = [
  { id: '31', name: 'Administrators', color: 0xe74c3c, position: 3 },
  { id: '32', name: 'Support Team', color: 0x3498db, position: 2 },
  { id: '33', name: 'Members', color: 0, position: 1 },
];

export const manyRoles = Array.from({ length: 250 }, (_, index) => ({
  id: String(1000 + index),
  name: `Role ${index + 1}`,
  color: (index * 4_099_333) % 0xffffff,
  position: 250 - index,
}));

/** No server has them, so that their first letters are drawn. */
export const serverEmojis = ['harbour', 'anchor_wave', 'gg', 'pixel_heart', 'thanks', 'party'].map(
  (name, index) => ({ id: String(4000 + index), name, animated: name === 'party' }),
);

export const people = [
  { id: '80351110224678912', username: 'nelly', global_name: 'Nelly', avatar: '' },
  { id: '80351110224678913', username: 'wumpus', global_name: null, avatar: '' },
];

export const rows = [
  { id: 214, user: 'nelly', reason: 'Refund sent', rating: 5 },
  { id: 213, user: 'wumpus', reason: 'No reason specified', rating: null },
  { id: 212, user: 'clyde', reason: 'Answered in the guide', rating: 4 },
];

export const embed = {
  title: 'Open a ticket!',
  description:
    'Press the button and **tell us** what happened.\n- Orders\n- Refunds\n> We answer within a day.',
  color: 3066993,
  author: { name: 'Support desk' },
  fields: [
    { name: 'Opened by', value: '<@80351110224678912>', inline: true },
    { name: 'Panel', value: '`General`', inline: true },
    { name: 'Waiting since', value: '<t:1763700000:R>', inline: true },
    { name: 'Question', value: 'My order has not come, see https://example.com and ||the code 1234||.' },
  ],
  footer: { text: 'Footer' },
  timestamp: '2025-11-21T11:10:00Z',
};

export const components = [
  {
    type: 1,
    components: [
      { type: 2, style: 1, label: 'Blue', emoji: '📩' },
      { type: 2, style: 2, label: 'Grey' },
      { type: 2, style: 3, label: 'Green' },
      { type: 2, style: 4, label: 'Red' },
      { type: 2, style: 5, label: 'Link', url: 'https://example.com' },
      { type: 2, style: 1, label: 'Disabled', disabled: true },
    ],
  },
  { type: 1, components: [{ type: 3, placeholder: 'Select a topic...' }] },
];

export const GUILD_ID = '613425648685547541';

export const rules = [
  { role_id: '1002', action: 'deny' as const },
  { role_id: '999', action: 'allow' as const },
  { role_id: '1001', action: 'allow' as const },
  { role_id: GUILD_ID, action: 'deny' as const },
  { role_id: '1005', action: 'allow' as const },
];

export const welcome = {
  title: 'Welcome',
  description: 'Hello %user%, this is ticket **%ticket_id%** of %server%. We answer within a day.',
  author: { name: 'Support desk', icon_url: '', url: '' },
  fields: [
    { key: 0, name: 'Open tickets', value: '%open_tickets%', inline: true },
    { key: 1, name: 'Your tickets', value: '%user_open_tickets%', inline: true },
  ],
};

export const questions: ModalInput[] = [
  { key: 'who', label: 'Who?', placeholder: 'Their name', style: 1, required: true, max_length: 255 },
  { key: 'what', label: 'What happened?', placeholder: null, style: 2, required: false, max_length: 1024 },
];
