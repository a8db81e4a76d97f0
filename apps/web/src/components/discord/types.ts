/** What is drawn, in Discord's own shapes; every key may be missing, because messages come from anywhere. */
export interface DiscordEmbed {
  /** `sticker`, `poll` and `forward` are none of Discord's: what stands for what a message has instead of words. */
  type?: string;
  sticker?: { id: string; format_type: number };
  title?: string | null;
  url?: string | null;
  description?: string | null;
  color?: number | null;
  timestamp?: string | null;
  author?: { name?: string | null; url?: string | null; icon_url?: string | null } | null;
  footer?: { text?: string | null; icon_url?: string | null } | null;
  image?: { url?: string | null; proxy_url?: string | null } | null;
  thumbnail?: { url?: string | null; proxy_url?: string | null } | null;
  fields?: { name: string; value: string; inline?: boolean }[] | null;
}

export interface DiscordEmoji {
  id?: string | null;
  name?: string | null;
  animated?: boolean;
}

export interface DiscordComponent {
  type?: number;
  components?: DiscordComponent[];
  /** Button. */
  style?: number;
  label?: string | null;
  emoji?: DiscordEmoji | string | null;
  url?: string | null;
  disabled?: boolean;
  /** Selects. */
  placeholder?: string | null;
  options?: { label: string; description?: string | null; emoji?: DiscordEmoji | null; default?: boolean }[];
  /** Drawn with its options in sight. Not Discord's own: for previews. */
  open?: boolean;
  /** Text. */
  content?: string;
  /** Section: what stands beside its text. */
  accessory?: DiscordComponent;
  /** Container. */
  accent_color?: number | null;
  /** Gallery, file and thumbnail. */
  items?: { media?: { url?: string }; description?: string | null }[];
  file?: { url?: string };
  name?: string;
  media?: { url?: string };
  divider?: boolean;
}

/** Names for the ids that a text mentions. */
export interface MentionNames {
  users?: Record<string, string>;
  roles?: Record<string, string | { name: string; color: number }>;
  channels?: Record<string, string>;
}
