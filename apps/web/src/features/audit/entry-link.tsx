import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface EntryLinkProps {
  guildId: string;
  id: number;
  onClick?: () => void;
  children: ReactNode;
}

/** Leads to one entry, which then stands open at the top of its page. */
export function EntryLink({ guildId, id, onClick, children }: EntryLinkProps) {
  return (
    <Link
      to="/manage/$guildId/audit-log"
      params={{ guildId }}
      search={{ older_than: id + 1, open: id }}
      {...(onClick && { onClick })}
    >
      {children}
    </Link>
  );
}
