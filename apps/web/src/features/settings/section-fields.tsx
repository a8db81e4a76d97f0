import type { ComponentType } from 'react';
import type { SectionProps } from './section-props.ts';
import { AutoCloseSection } from './sections/auto-close-section.tsx';
import { ClaimingSection } from './sections/claiming-section.tsx';
import { ColoursSection } from './sections/colours-section.tsx';
import { ContextMenuSection } from './sections/context-menu-section.tsx';
import { GeneralSection } from './sections/general-section.tsx';
import { OpenCommandSection } from './sections/open-command-section.tsx';
import { PermissionsSection } from './sections/permissions-section.tsx';
import { ThreadsSection } from './sections/threads-section.tsx';
import { TicketsSection } from './sections/tickets-section.tsx';
import type { SectionId } from './settings-sections.ts';

const components: Record<SectionId, ComponentType<SectionProps>> = {
  general: GeneralSection,
  threads: ThreadsSection,
  tickets: TicketsSection,
  open_command: OpenCommandSection,
  context_menu: ContextMenuSection,
  claiming: ClaimingSection,
  auto_close: AutoCloseSection,
  permissions: PermissionsSection,
  colours: ColoursSection,
};

export function SectionFields({ id, ...props }: SectionProps & { id: SectionId }) {
  const Section = components[id];
  return <Section {...props} />;
}
