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
  author?: {
    name?: string | null;
    url?: string | null;
    icon_url?: string | null;
    proxy_icon_url?: string | null;
  } | null;
  footer?: { text?: string | null; icon_url?: string | null; proxy_icon_url?: string | null } | null;
  image?: { url?: string | null; proxy_url?: string | null } | null;
  thumbnail?: { url?: string | null; proxy_url?: string | null } | null;
  fields?: { name: string; value: string; inline?: boolean }[] | null;
}

export interface DiscordEmoji {
  id?: string | null;
  name?: string | null;
  animated?: boolean;
}

export interface DiscordOption {
  label: string;
  value?: string;
  description?: string | null;
  emoji?: DiscordEmoji | null;
  default?: boolean;
}

export interface DiscordComponent {
  type?: number;
  custom_id?: string;
  components?: DiscordComponent[];
  /** Button. */
  style?: number;
  label?: string | null;
  emoji?: DiscordEmoji | string | null;
  url?: string | null;
  disabled?: boolean;
  /** Selects. */
  placeholder?: string | null;
  options?: DiscordOption[];
  min_values?: number;
  max_values?: number;
  channel_types?: number[];
  default_values?: { id: string }[];
  /** Drawn with its options in sight. Not Discord's own: for previews. */
  open?: boolean;
  /** Text. */
  content?: string;
  /** Section: what stands beside its text. */
  accessory?: DiscordComponent;
  /** Fields of forms. */
  value?: string;
  required?: boolean;
  min_length?: number;
  max_length?: number;
  default?: boolean;
  /** What a label stands around. */
  component?: DiscordComponent;
  /** Container. */
  accent_color?: number | null;
  /** Gallery, file and thumbnail. */
  items?: { media?: { url?: string; proxy_url?: string }; description?: string | null }[];
  file?: { url?: string };
  name?: string;
  media?: { url?: string; proxy_url?: string };
  description?: string | null;
  /** Separator. Spacing: 1 small, 2 large. */
  divider?: boolean;
  spacing?: number;
}

/** Names for the ids that a text mentions. */
export interface MentionNames {
  users?: Record<string, string>;
  roles?: Record<string, string | { name: string; color: number }>;
  channels?: Record<string, string>;
}

export interface DiscordFile {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
  url: string;
  proxy_url?: string;
  content_type?: string | null;
  width?: number | null;
  height?: number | null;
  /** What a picture shows, in its sender's words. */
  description?: string | null;
  /** Why it cannot be had any more. */
  missing?: string;
}
