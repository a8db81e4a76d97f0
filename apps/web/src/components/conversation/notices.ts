/** What a message of Discord's own tells that its author did, by its type. Their texts are `conversation.notice.*`. */
const NOTICES = {
  1: 'added',
  2: 'removed',
  3: 'called',
  4: 'renamed',
  5: 'icon',
  6: 'pinned',
  7: 'joined',
  8: 'boosted',
  9: 'boosted',
  10: 'boosted',
  11: 'boosted',
  12: 'followed',
  18: 'thread',
  46: 'poll_ended',
} as const;
export type Notice = (typeof NOTICES)[keyof typeof NOTICES];

export function noticeOf({ type = 0 }: { type?: number }): Notice | undefined {
  return NOTICES[type as keyof typeof NOTICES]; // any other number finds nothing
}
