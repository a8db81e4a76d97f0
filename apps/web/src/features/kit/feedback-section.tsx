import { useState } from 'react';
import { Badge, PremiumBadge } from '../../components/ui/badge.tsx';
import { Banner } from '../../components/ui/banner.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { CopyId } from '../../components/ui/copy-id.tsx';
import { Kbd } from '../../components/ui/kbd.tsx';
import { Menu } from '../../components/ui/overlays/menu.tsx';
import { ConfirmDialog, Modal } from '../../components/ui/overlays/modal.tsx';
import { Tooltip } from '../../components/ui/overlays/tooltip.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { SaveBar } from '../../components/ui/save-bar.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { tracked } from '../../lib/api/in-flight.ts';
import { toast } from '../../lib/page/toast.ts';
import styles from './kit.module.css';

const HOUR_MS = 3_600_000;

export function FeedbackSection() {
  const [open, setOpen] = useState<'modal' | 'confirm' | null>(null);
  const [dirty, setDirty] = useState(false);
  const [anHourAgo] = useState(() => Date.now() - HOUR_MS);
  const close = () => setOpen(null);
  return (
    <>
      <Card title="Messages">
        <div className={styles.stack}>
          <div className={styles.row}>
            <Button onClick={() => toast.success('Your settings have been saved.')}>Success toast</Button>
            <Button onClick={() => toast.error('Failed to load channels: Guild not found')}>
              Error toast
            </Button>
            <Button onClick={() => toast.warning('Your archive channel has not been saved.')}>
              Warning toast
            </Button>
            <Button onClick={() => setOpen('modal')}>Modal</Button>
            <Button onClick={() => setOpen('confirm')}>Confirm</Button>
            <Button onClick={() => void tracked(new Promise((done) => setTimeout(done, 2000)))}>
              Loading overlay
            </Button>
            <Button onClick={() => setDirty(true)}>Save bar</Button>
            <Menu
              trigger={<Button>Menu</Button>}
              items={[
                { label: 'Edit', onSelect: () => undefined },
                { label: 'Disabled', onSelect: () => undefined, disabled: true },
                { label: 'Delete', onSelect: () => undefined, danger: true, separated: true },
              ]}
            />
            <Tooltip text="You do not have permission to manage this server.">
              <Button>Tooltip</Button>
            </Tooltip>
          </div>
          <Banner title="Something to know">Told once, as long as it is true.</Banner>
          <Banner tone="success">Everything is in order.</Banner>
          <Banner tone="warning" action={<Button size="small">Fix it</Button>}>
            The bot may not manage channels here.
          </Banner>
          <Banner tone="danger" title="Error">
            The channel of this panel is gone.
          </Banner>
        </div>
      </Card>
      <Card title="Small things">
        <div className={styles.row}>
          <Badge>Neutral</Badge>
          <Badge tone="accent">Accent</Badge>
          <Badge tone="success">Claimed</Badge>
          <Badge tone="warning">Waiting</Badge>
          <Badge tone="danger">Disabled</Badge>
          <PremiumBadge />
          <Kbd>Ctrl</Kbd>
          <CopyId id="80351110224678912" />
          <RelativeTime date={anHourAgo} />
          <Spinner />
        </div>
      </Card>
      <Modal
        open={open === 'modal'}
        onClose={close}
        title="Success"
        message="Slash commands have been created. Please note, they may take a few minutes before they are visible."
      />
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="Delete panel"
        message="Are you sure you want to delete the panel Open a ticket!?"
        confirmLabel="Delete"
        danger
      />
      <SaveBar
        dirty={dirty}
        saving={false}
        onReset={() => setDirty(false)}
        onSubmit={() => setDirty(false)}
      />
    </>
  );
}
