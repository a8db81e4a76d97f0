import type { Colours } from '@tickets/contract/settings/settings';
import { useTranslations } from 'use-intl';
import { MeanwhileDialog, type MeetingProps } from '../../components/meanwhile/meanwhile-dialog.tsx';
import { useSettingLabel } from './settings-meanwhile.tsx';

const same = (colours: Colours) => colours;

/** Who changed the settings meanwhile, and which colours are kept. */
export function ColoursMeanwhile(props: MeetingProps<Colours>) {
  const t = useTranslations('settings');
  const labelOf = useSettingLabel();
  return (
    <MeanwhileDialog
      {...props}
      words={{
        labelOf: (path) => (path === '0' || path === '1' ? t(`fields.colours.${path}.label`) : labelOf(path)),
        textOf: () => undefined,
      }}
      partsOf={same}
      formOf={same}
    />
  );
}
