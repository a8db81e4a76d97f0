import type { AccessRule } from '@tickets/contract/panels/access-rules';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useDeferredValue, useState } from 'react';
import { DiscordPreview } from '../../components/discord/discord-preview.tsx';
import { AccessListEditor } from '../../components/editors/access-list-editor.tsx';
import { EmbedEditor } from '../../components/editors/embed-editor.tsx';
import { embedPreview, newEmbed } from '../../components/editors/embed-form.ts';
import { embedProblems } from '../../components/editors/embed-problems.ts';
import { NamingSchemeField } from '../../components/editors/naming-scheme-field.tsx';
import { fillSample, sampleMentions } from '../../components/editors/welcome-sample.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { DateTimeInput } from '../../components/ui/fields/date-time-input.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import styles from './kit.module.css';
import { GUILD_ID, manyRoles, rules, welcome } from './samples.ts';

const everyone = { id: GUILD_ID, name: '@everyone', color: 0, position: 0 };
const sample = { member: 'Nelly', server: 'Harbour Games', ticket_limit: 5 };

export function EditorsSection() {
  return (
    <>
      <EmbedCard />
      <Card title="Access rules">
        <Access />
      </Card>
      <Card title="Naming and moments">
        <Naming />
      </Card>
    </>
  );
}

function EmbedCard() {
  const [embed, setEmbed] = useState(() => newEmbed(welcome));
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [footerLocked, setFooterLocked] = useState(false);
  const [now] = useState(() => new Date());
  const shown = useDeferredValue(embed);
  return (
    <Card
      title="Embed"
      actions={
        <>
          <Button size="small" onClick={() => setFooterLocked(!footerLocked)}>
            {footerLocked ? 'With premium' : 'Without premium'}
          </Button>
          <Button
            size="small"
            onClick={() =>
              setEmbed({
                ...embed,
                fields: Array.from({ length: 25 }, (_, key) => ({
                  key,
                  name: `Question ${key + 1}`,
                  value: 'An answer. '.repeat(15),
                  inline: key % 3 > 0,
                })),
              })
            }
          >
            25 fields
          </Button>
          <Button size="small" onClick={() => setProblems(embedProblems(embed, 'welcome_message'))}>
            Check
          </Button>
        </>
      }
    >
      <div className={styles.beside}>
        <Form problems={problems} onSubmit={() => undefined}>
          <EmbedEditor value={embed} onChange={setEmbed} name="welcome_message" footerLocked={footerLocked} />
        </Form>
        <DiscordPreview
          embeds={[embedPreview(shown, (text) => fillSample(text, { ...sample, now }))]}
          mentions={sampleMentions(sample.member, 'ticket-1')}
        />
      </div>
    </Card>
  );
}

function Access() {
  const [value, setValue] = useState<AccessRule[]>(rules);
  return (
    <AccessListEditor value={value} onChange={setValue} roles={[...manyRoles, everyone]} guildId={GUILD_ID} />
  );
}

function Naming() {
  const [scheme, setScheme] = useState<string | null>('%claimed%-%username%-%date:dd-mm%');
  const [moment, setMoment] = useState('2026-12-24T18:00');
  return (
    <div className={styles.grid}>
      <NamingSchemeField value={scheme} onChange={setScheme} />
      <Field label="Date and time">
        <DateTimeInput value={moment} onChange={setMoment} />
      </Field>
      <Field label="Date and time, empty">
        <DateTimeInput value="" onChange={() => undefined} />
      </Field>
    </div>
  );
}
