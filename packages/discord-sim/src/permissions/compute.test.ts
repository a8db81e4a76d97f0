import type { APIOverwrite } from 'discord-api-types/v10';
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS, computePermissions } from './compute.ts';

const GUILD = '1';
const MEMBER = '9';
const view = P.ViewChannel;
const send = P.SendMessages;

interface Case {
  says: string;
  everyone: bigint;
  roles?: Record<string, bigint>;
  overwrites?: [id: string, type: OverwriteType, allow: bigint, deny: bigint][];
  owner?: boolean;
  timedOut?: boolean;
  isThread?: boolean;
  expected: bigint;
}

const role = OverwriteType.Role;
const member = OverwriteType.Member;

const cases: Case[] = [
  { says: 'everybody has what @everyone has', everyone: view | send, expected: view | send },
  { says: 'roles add to @everyone', everyone: view, roles: { 2: send }, expected: view | send },
  {
    says: 'the owner may do everything',
    everyone: 0n,
    owner: true,
    overwrites: [[GUILD, role, 0n, view]],
    expected: ALL_PERMISSIONS,
  },
  {
    says: 'an administrator passes every overwrite',
    everyone: 0n,
    roles: { 2: P.Administrator },
    overwrites: [[MEMBER, member, 0n, view]],
    expected: ALL_PERMISSIONS,
  },
  {
    says: 'a denied @everyone shuts the channel',
    everyone: view | send,
    overwrites: [[GUILD, role, 0n, view]],
    expected: 0n,
  },
  {
    says: 'an allowed role opens what @everyone is denied',
    everyone: view | send,
    roles: { 2: 0n },
    overwrites: [
      [GUILD, role, 0n, view],
      ['2', role, view, 0n],
    ],
    expected: view | send,
  },
  {
    says: 'of two roles the allowing one wins',
    everyone: view | send,
    roles: { 2: 0n, 3: 0n },
    overwrites: [
      ['2', role, 0n, send],
      ['3', role, send, 0n],
    ],
    expected: view | send,
  },
  {
    says: 'the order of the overwrites does not matter',
    everyone: view | send,
    roles: { 2: 0n, 3: 0n },
    overwrites: [
      ['3', role, send, 0n],
      ['2', role, 0n, send],
    ],
    expected: view | send,
  },
  {
    says: 'a member overwrite beats the roles',
    everyone: view | send,
    roles: { 2: 0n },
    overwrites: [
      ['2', role, view | send, 0n],
      [MEMBER, member, 0n, send],
    ],
    expected: view,
  },
  {
    says: 'a member overwrite opens what all roles deny',
    everyone: view | send,
    roles: { 2: 0n },
    overwrites: [
      ['2', role, 0n, view],
      [MEMBER, member, view, 0n],
    ],
    expected: view | send,
  },
  {
    says: 'overwrites of roles one does not have mean nothing',
    everyone: view,
    overwrites: [['2', role, send, view]],
    expected: view,
  },
  { says: 'without sight nothing is left', everyone: send | P.ManageChannels, expected: 0n },
  {
    says: 'without sending there is no attaching, embedding or pinging',
    everyone: view | P.AttachFiles | P.EmbedLinks | P.MentionEveryone | P.AddReactions,
    expected: view | P.AddReactions,
  },
  {
    says: 'in a thread the right to send in threads counts',
    everyone: view | send | P.AttachFiles,
    isThread: true,
    expected: view | send,
  },
  {
    says: 'somebody in time-out may only look',
    everyone: view | send | P.ReadMessageHistory | P.AddReactions,
    timedOut: true,
    expected: view | P.ReadMessageHistory,
  },
  {
    says: 'time-out does not bind administrators',
    everyone: 0n,
    roles: { 2: P.Administrator },
    timedOut: true,
    expected: ALL_PERMISSIONS,
  },
];

describe('permissions in a channel', () => {
  for (const { says, everyone, roles = {}, overwrites = [], owner, timedOut, isThread, expected } of cases) {
    it(says, () => {
      const now = Date.UTC(2026, 0, 1);
      const all: Record<string, bigint> = { [GUILD]: everyone, ...roles };
      const result = computePermissions({
        guild: { id: GUILD, owner_id: owner ? MEMBER : '8' },
        member: {
          user_id: MEMBER,
          roles: Object.keys(roles),
          communication_disabled_until: timedOut ? new Date(now + 1000).toISOString() : null,
        },
        role: (id) => (id in all ? { permissions: String(all[id]) } : undefined),
        now,
        channel: {
          permission_overwrites: overwrites.map(
            ([id, type, allow, deny]): APIOverwrite => ({
              id,
              type,
              allow: String(allow),
              deny: String(deny),
            }),
          ),
        },
        isThread,
      });
      expect(result).toBe(expected);
    });
  }
});
