import type { ComponentProps } from '../components/component-use.ts';
import { initialValues, selectProps } from './menus.ts';
import { usePress } from './press.ts';
import { SelectBox } from './select-box.tsx';

/** A menu of a message. */
export function LiveSelect({ component }: ComponentProps) {
  const { press, isBusy, choicesOf, revision } = usePress();
  const { custom_id = '' } = component;
  const props = selectProps(component);
  return (
    <SelectBox
      {...props}
      label={props.placeholder}
      items={choicesOf(component)}
      values={initialValues(component)}
      min={component.min_values ?? 1}
      isDisabled={component.disabled}
      isBusy={isBusy(custom_id)}
      revision={revision}
      onChange={(values) => press(custom_id, values)}
    />
  );
}
