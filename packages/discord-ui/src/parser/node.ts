import type { Source } from './source.ts';

/** A piece of formatted text. Which keys there are depends on `type`. */
export interface MarkdownNode {
  type:
    | 'autolink'
    | 'blockQuote'
    | 'bullet'
    | 'channel'
    | 'codeBlock'
    | 'em'
    | 'emoji'
    | 'everyone'
    | 'guildNavigation'
    | 'heading'
    | 'here'
    | 'inlineCode'
    | 'link'
    | 'rest'
    | 'role'
    | 'slashCommand'
    | 'spoiler'
    | 'strikethrough'
    | 'strong'
    | 'subtext'
    | 'text'
    | 'timestamp'
    | 'twemoji'
    | 'underline'
    | 'url'
    | 'user';
  content?: string | MarkdownNode[];
  id?: string;
  name?: string;
  animated?: boolean;
  target?: string;
  level?: number;
  timestamp?: string;
  format?: string | undefined;
  fullName?: string;
  navigation?: string;
  mark?: string;
  depth?: number;
}

/** What a rule recognised: the text up to `end`. Its content is the piece of the text that `inside` bounds, or `quoted`. */
export interface Match {
  node: MarkdownNode;
  end: number;
  inside?: Stretch;
  /** The content of a quote, without its marks. */
  quoted?: string;
}

/** A part of a text, in which a rule sees nothing beyond its end. */
export interface Stretch {
  from: number;
  end: number;
  /** Where the run of `*` or `_` begins of which the end of this part cuts off the last, as `***` ends two formats. */
  cut?: { mark: string; from: number } | undefined;
}

export type Rule = (text: Source, at: number, stretch: Stretch) => Match | undefined;
