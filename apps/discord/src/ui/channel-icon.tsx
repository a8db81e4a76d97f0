import { ChevronDown, Hash, Lock, type LucideIcon, Megaphone, Spool, Volume2 } from 'lucide-react';
import type { Channel } from '../simulator/types.ts';

type Shown = Pick<Channel, 'type' | 'is_thread' | 'is_private'>;

function iconOf({ type, is_thread, is_private }: Shown): LucideIcon {
  if (type === 2) return Volume2;
  if (type === 4) return ChevronDown;
  if (type === 5) return Megaphone;
  if (is_thread) return Spool;
  return is_private ? Lock : Hash;
}

export function ChannelIcon({ channel, size }: { channel: Shown; size: number }) {
  const Icon = iconOf(channel);
  return <Icon size={size} aria-hidden="true" />;
}
