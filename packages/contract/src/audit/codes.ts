/** What is recorded, by name, with the numbers by which API clients know it. */
export const auditActions = {
  'settings.update': 1,
  'panel.create': 10,
  'panel.update': 11,
  'panel.delete': 12,
  'panel.resend': 13,
  'multi_panel.create': 20,
  'multi_panel.update': 21,
  'multi_panel.delete': 22,
  'multi_panel.resend': 23,
  'form.create': 40,
  'form.rename': 41,
  'form.delete': 42,
  'form.questions': 45,
  'tag.save': 50,
  'tag.delete': 51,
  'team.create': 60,
  'team.delete': 61,
  'member.add': 65,
  'member.remove': 66,
  'override.grant': 70,
  'override.end': 71,
  'override.leftovers': 72,
  'blacklist.add': 80,
  'blacklist.remove_user': 81,
  'blacklist.remove_role': 82,
  'integration.add': 100,
  'integration.secrets': 101,
  'integration.remove': 102,
  'import.run': 110,
  'import.copy': 111,
  'export.make': 112,
  'premium.change': 120,
  'transcript.delete': 140,
  'transcript.retention': 141,
  'transcript.delete_old': 142,
  'webhook.create': 150,
  'webhook.update': 151,
  'webhook.delete': 152,
  'webhook.rotate': 153,
  'own_integration.create': 200,
  'own_integration.update': 201,
  'own_integration.delete': 202,
  'own_integration.publish': 203,
  'own_integration.approve': 204,
  'own_integration.refuse': 205,
  'whitelabel.create': 210,
  'whitelabel.delete': 211,
  'whitelabel.create_commands': 212,
  'whitelabel.set_status': 213,
  'whitelabel.clear_status': 214,
  'whitelabel.new_token': 215,
  'bot_staff.add': 300,
  'bot_staff.remove': 301,
} as const;
export type AuditAction = keyof typeof auditActions;

/** What kind of thing was changed. */
export const auditResources = {
  settings: 1,
  panel: 2,
  multi_panel: 3,
  form: 5,
  form_questions: 6,
  tag: 7,
  team: 8,
  member: 9,
  override: 10,
  blacklist: 11,
  transcript: 12,
  integration: 13,
  import: 14,
  premium: 15,
  own_integration: 16,
  whitelabel: 17,
  bot_staff: 18,
  webhook: 30,
  export: 31,
} as const;
export type AuditResource = keyof typeof auditResources;

/** What can be taken back from its entry. */
export const undoable = ['settings', 'panel', 'multi_panel', 'form', 'form_questions', 'tag'] as const;
export type Undoable = (typeof undoable)[number];

/** The name of a number; undefined for one of a later version. */
export function nameOfCode<Name extends string>(
  codes: Readonly<Record<Name, number>>,
  code: number,
): Name | undefined {
  for (const name in codes) if (codes[name] === code) return name;
  return undefined;
}
