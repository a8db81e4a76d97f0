import { useState } from 'react';
import { ChannelMark, RoleMark } from '../../components/ui/choosing/option-marks.tsx';
import { cx } from '../../components/ui/class-names.ts';
import styles from './audit.module.css';
import type { Piece, ShownValue } from './wording/values.ts';
import type { Words } from './wording/words.ts';

/** A value with what is drawn beside it: the mark of a channel, the colour of a role. */
export function Value({ value: { as, pieces }, words }: { value: ShownValue; words: Words }) {
  const [first] = pieces;
  if (as === 'long') return <LongText text={first?.text ?? ''} words={words} />;
  if (as === 'line') return first ? <OnePiece piece={first} /> : null;
  const List = as === 'steps' ? 'ol' : 'ul';
  return (
    <List className={cx(styles.values, as === 'steps' && styles.steps)}>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was written down no longer changes
        <li key={index}>
          <OnePiece piece={piece} />
        </li>
      ))}
    </List>
  );
}

function OnePiece({ piece: { text, channel, role, swatch, is_faint } }: { piece: Piece }) {
  return (
    <span className={cx(styles.piece, is_faint && styles.faint, swatch && styles.code)}>
      {channel === undefined ? null : <ChannelMark type={channel} />}
      {role === undefined ? null : <RoleMark color={role} />}
      {swatch ? <span className={styles.swatch} style={{ background: swatch }} aria-hidden="true" /> : null}
      <span className={styles.text}>{text}</span>
    </span>
  );
}

/** Longer than this, or with more lines, a text is folded. */
const folded = { characters: 280, lines: 5 };

function LongText({ text, words: { t } }: { text: string; words: Words }) {
  const [open, setOpen] = useState(false);
  const isLong = text.length > folded.characters || text.split('\n').length > folded.lines;
  return (
    <>
      <p className={cx(styles.long, isLong && !open && styles.folded)}>{text}</p>
      {isLong ? (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'audit.entry.less' : 'audit.entry.more')}
        </button>
      ) : null}
    </>
  );
}
