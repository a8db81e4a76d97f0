import { useState } from 'react';
import { type CustomEmoji, CustomEmojiPicker } from '../../components/emoji/custom-emoji-picker.tsx';
import { EmojiField } from '../../components/emoji/emoji-field.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import styles from './kit.module.css';
import { serverEmojis } from './samples.ts';

const STORAGE_KEY = 'kit_recent_emojis';

export function EmojiSection() {
  const [emoji, setEmoji] = useState('📩');
  const [chosen, setChosen] = useState<CustomEmoji | null>(serverEmojis[0] ?? null);
  return (
    <>
      <Card title="Emojis">
        <div className={styles.stack}>
          {([1, 2, 3, 4] as const).map((columns) => (
            <EmojiField
              key={columns}
              label={columns === 1 ? '1 column' : `${columns} columns`}
              columns={columns}
              value={emoji}
              onChange={setEmoji}
              placeholder="📩"
              storageKey={STORAGE_KEY}
            />
          ))}
          <EmojiField
            label="Disabled: without a picker"
            columns={2}
            disabled
            value={emoji}
            onChange={setEmoji}
            storageKey={STORAGE_KEY}
          />
        </div>
      </Card>
      <Card title="Emojis of a server">
        <div className={styles.grid}>
          <CustomEmojiPicker label="Chosen" value={chosen} onChange={setChosen} emojis={serverEmojis} />
          <CustomEmojiPicker label="Nothing chosen" value={null} onChange={setChosen} emojis={serverEmojis} />
          <CustomEmojiPicker
            label="Deleted in Discord"
            value={{ id: '1', name: 'anchor' }}
            onChange={setChosen}
            emojis={serverEmojis}
          />
          <CustomEmojiPicker label="A server without emojis" value={null} onChange={setChosen} emojis={[]} />
          <Field label="Disabled" disabled>
            <CustomEmojiPicker value={chosen} onChange={setChosen} emojis={serverEmojis} />
          </Field>
        </div>
      </Card>
    </>
  );
}
