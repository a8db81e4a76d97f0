/** What someone may do in one server. 0 nothing, 1 work tickets, 2 set everything up. */
export const PermissionLevel = { none: 0, support: 1, admin: 2 } as const;
export type PermissionLevel = (typeof PermissionLevel)[keyof typeof PermissionLevel];
