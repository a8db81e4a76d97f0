import { Plus, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Combobox } from '../../components/ui/choosing/combobox.tsx';
import { channelOptions, personOptions, roleOptions } from '../../components/ui/choosing/option-marks.tsx';
import { PersonSearch } from '../../components/ui/choosing/person-search.tsx';
import type { FoundPerson } from '../../components/ui/choosing/person-search-props.ts';
import { Select } from '../../components/ui/choosing/select.tsx';
import { ColourInput } from '../../components/ui/fields/colour-input.tsx';
import { DurationInput } from '../../components/ui/fields/duration-input.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { NumberInput } from '../../components/ui/fields/number-input.tsx';
import { RadioGroup } from '../../components/ui/fields/radio-group.tsx';
import { RangeSlider } from '../../components/ui/fields/range-slider.tsx';
import { Checkbox, Switch } from '../../components/ui/fields/switch.tsx';
import { TextArea } from '../../components/ui/fields/text-area.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import styles from './kit.module.css';
import { channels, manyRoles, people, roles } from './samples.ts';

export function ControlsSection() {
  const [text, setText] = useState('Open a ticket!');
  const [number, setNumber] = useState(5);
  const [range, setRange] = useState<[number, number]>([10, 255]);
  const [on, setOn] = useState(true);
  const [seconds, setSeconds] = useState(93_780);
  const [colour, setColour] = useState('#2ecc71');
  const [choice, setChoice] = useState<'id' | 'username'>('id');
  const [picked, setPicked] = useState<string | null>(channels[1]?.id ?? null);
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const [role, setRole] = useState<string | null>(roles[0]?.id ?? null);

  return (
    <>
      <Card title="Buttons">
        <div className={styles.row}>
          <Button variant="primary">Submit</Button>
          <Button>Secondary</Button>
          <Button variant="ghost">Ghost</Button>
          <Button variant="danger" icon={<Trash2 aria-hidden="true" />}>
            Delete
          </Button>
          <Button variant="primary" icon={<Plus aria-hidden="true" />} size="small">
            Small
          </Button>
          <Button variant="primary" busy>
            Saving
          </Button>
          <Button disabled>Disabled</Button>
          <IconButton label="Delete">
            <Trash2 aria-hidden="true" />
          </IconButton>
          <IconButton label="Add" variant="secondary">
            <Plus aria-hidden="true" />
          </IconButton>
        </div>
      </Card>
      <Card title="Fields">
        <div className={styles.grid}>
          <Field label="Text" hint="A hint stands under the field." required>
            <TextInput value={text} onChange={setText} />
          </Field>
          <Field label="With an error" error="Titles have at most 80 characters. Shorten it.">
            <TextInput value={text} onChange={setText} />
          </Field>
          <Field label="Premium, and disabled" premium disabled>
            <TextInput value={text} onChange={setText} />
          </Field>
          <Field label="Search">
            <TextInput
              type="search"
              icon={<Search />}
              placeholder="Find"
              value=""
              onChange={() => undefined}
            />
          </Field>
          <Field label="Text area">
            <TextArea value={text} onChange={setText} limit={80} />
          </Field>
          <Field label="Number, 1 to 10">
            <NumberInput value={number} onChange={setNumber} min={1} max={10} />
          </Field>
          <Field label="Range" group hint="Dragged, moved by the arrow keys, or typed.">
            <RangeSlider
              value={range}
              onChange={setRange}
              min={0}
              max={1024}
              lowestEnd={1}
              labels={{ from: 'Shortest', to: 'Longest' }}
            />
          </Field>
          <Field label="Range, disabled" group disabled>
            <RangeSlider
              value={range}
              onChange={setRange}
              min={0}
              max={1024}
              labels={{ from: 'From', to: 'To' }}
            />
          </Field>
          <Field label="Duration" group>
            <DurationInput value={seconds} onChange={setSeconds} />
          </Field>
          <Field label="Colour">
            <ColourInput value={colour} onChange={setColour} />
          </Field>
        </div>
      </Card>
      <Card title="Choices">
        <div className={styles.grid}>
          <Field label="Switch, on" inline hint="On is green.">
            <Switch checked={on} onChange={setOn} />
          </Field>
          <Field label="Switch, off" inline>
            <Switch checked={false} onChange={() => undefined} />
          </Field>
          <Field label="Switch, disabled" inline disabled premium>
            <Switch checked onChange={() => undefined} />
          </Field>
          <Field label="Checkbox" inline>
            <Checkbox checked={on} onChange={setOn} />
          </Field>
          <Field label="Radio group" group>
            <RadioGroup
              value={choice}
              onChange={setChoice}
              options={[
                { value: 'id', label: '#ticket-1' },
                { value: 'username', label: '#ticket-username' },
              ]}
            />
          </Field>
          <Field label="Select">
            <Select
              value={choice}
              onChange={setChoice}
              options={[
                { value: 'id', label: '#ticket-1' },
                { value: 'username', label: '#ticket-username' },
              ]}
            />
          </Field>
          <Field label="Channel">
            <Combobox
              value={picked}
              onChange={setPicked}
              options={channelOptions(channels, [0, 5])}
              clearable
            />
          </Field>
          <Field label="Role">
            <Combobox value={role} onChange={setRole} options={roleOptions(roles)} />
          </Field>
          <Field label="250 roles (virtual)">
            <Combobox
              value={null}
              onChange={() => undefined}
              options={roleOptions(manyRoles)}
              placeholder="Choose a role"
            />
          </Field>
          <Field label="Person">
            <Combobox
              value={people[0]?.id ?? null}
              onChange={() => undefined}
              options={personOptions(people)}
            />
          </Field>
          <Field label="Person, searched for">
            <PersonSearch
              value={person}
              onChange={setPerson}
              queryKey={['kit', 'people']}
              search={async (words) => people.filter(({ username }) => username.startsWith(words))}
            />
          </Field>
          <Field label="A deleted channel" error="This channel is gone. Choose another.">
            <Combobox
              value="1"
              missingLabel="Unknown Channel"
              onChange={() => undefined}
              options={channelOptions(channels, [0])}
            />
          </Field>
          <Field label="Disabled" disabled>
            <Combobox value={picked} onChange={setPicked} options={channelOptions(channels, [0, 5])} />
          </Field>
        </div>
      </Card>
    </>
  );
}
