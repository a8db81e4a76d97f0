import type { ReactNode } from 'react';
import { IntegrationPicture } from './integration-picture.tsx';
import styles from './integrations.module.css';

interface IntegrationPreviewProps {
  name: string;
  description: string;
  token?: string | undefined;
  src?: string | undefined;
  badge?: ReactNode;
}

/** An integration as people see it. */
export function IntegrationPreview({ name, description, token, src, badge }: IntegrationPreviewProps) {
  return (
    <div className={styles.preview}>
      <IntegrationPicture name={name} token={token} src={src} size={64} />
      <div>
        <p className={styles.previewName}>
          {name} {badge}
        </p>
        <p className={styles.words}>{description}</p>
      </div>
    </div>
  );
}
