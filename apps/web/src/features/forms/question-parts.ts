import type { EditedForm, EditedInput } from './forms-state.ts';

type Question = Omit<EditedInput, 'key' | 'id'>;

/** The questions of a form, of which each is decided on its own, and the order in which they stand. */
export interface QuestionParts {
  /** By the id of a stored question, or the key of a new one. */
  questions: Record<string, Question>;
  /** Only of those that stay in all that are compared: what is added or deleted moves no other. */
  order: string[];
}

const nameOf = ({ id, key }: EditedInput) => (id === null ? key : `stored-${id}`);
const namesIn = ({ inputs }: EditedForm) => inputs.map(nameOf);

export function questionParts(form: EditedForm, staying: ReadonlySet<string>): QuestionParts {
  return {
    questions: Object.fromEntries(
      form.inputs.map((input) => {
        const { key: _, id: __, ...question } = input;
        return [nameOf(input), question];
      }),
    ),
    order: namesIn(form).filter((name) => staying.has(name)),
  };
}

/** Without the question that a form without any begins with. */
export const storedIn = ({ inputs, deleted }: EditedForm): EditedForm => ({
  inputs: inputs.filter(({ id }) => id !== null),
  deleted,
});

/** The questions that stand in all of these. */
export function stayingIn([first, ...others]: readonly [EditedForm, ...EditedForm[]]): ReadonlySet<string> {
  return new Set(namesIn(first).filter((name) => others.every((form) => namesIn(form).includes(name))));
}

/** The form that was decided on, over what is stored: what neither moved stands behind what it stood behind. */
export function formOfQuestions(
  { questions, order }: QuestionParts,
  { mine, theirs }: { mine: EditedForm; theirs: EditedForm },
): EditedForm {
  const names = order.filter((name) => name in questions);
  for (const list of [namesIn(theirs), namesIn(mine)])
    for (const [index, name] of list.entries()) {
      if (names.includes(name) || !(name in questions)) continue;
      const before = list.slice(0, index).findLast((other) => names.includes(other));
      names.splice(before === undefined ? 0 : names.indexOf(before) + 1, 0, name);
    }
  const known = new Map([...theirs.inputs, ...mine.inputs].map((input) => [nameOf(input), input]));
  const inputs = names.flatMap((name) => {
    const [input, question] = [known.get(name), questions[name]];
    return input && question ? [{ ...question, key: input.key, id: input.id }] : [];
  });
  const deleted = theirs.inputs.flatMap(({ id }) =>
    id !== null && inputs.every((input) => input.id !== id) ? [id] : [],
  );
  return { inputs, deleted };
}
