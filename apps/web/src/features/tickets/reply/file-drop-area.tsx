import { Upload } from 'lucide-react';
import { type ComponentProps, type DragEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '../../../components/ui/class-names.ts';
import styles from './reply-files.module.css';
import { type Offered, offeredIn } from './reply-files.ts';

interface FileDropAreaProps extends ComponentProps<'section'> {
  disabled: boolean;
  onFiles: (dropped: Offered) => void;
}

/** A section onto which files can be dropped. */
export function FileDropArea({ disabled, onFiles, className, children, ...rest }: FileDropAreaProps) {
  const t = useTranslations('tickets.ticket.files');
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Also where nothing is taken: else the browser would leave the page for the file.
    event.preventDefault();
    event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
    setOver(!disabled);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever cannot drop has the button
    <section
      {...rest}
      className={cx(styles.area, className)}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={(event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
      }}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(false);
        if (!disabled) onFiles(offeredIn(event.dataTransfer));
      }}
    >
      {children}
      {isOver ? (
        <div className={styles.drop}>
          <Upload aria-hidden="true" />
          {t('drop')}
        </div>
      ) : null}
    </section>
  );
}
