import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Collapsible } from '../../components/ui/collapsible.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { Pagination } from '../../components/ui/table/pagination.tsx';
import { Table } from '../../components/ui/table/table.tsx';
import type { TableColumn } from '../../components/ui/table/table-row.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { toast } from '../../lib/page/toast.ts';
import { rows } from './samples.ts';

type Row = (typeof rows)[number];

const columns: readonly TableColumn<Row>[] = [
  { key: 'id', head: 'Ticket ID', cell: (row) => row.id, tight: true },
  { key: 'user', head: 'Username', cell: (row) => row.user },
  { key: 'rating', head: 'Rating', cell: (row) => (row.rating ? `${row.rating} stars` : 'No rating') },
  { key: 'reason', head: 'Close Reason', cell: (row) => row.reason },
  {
    key: 'view',
    head: 'Transcript',
    cell: () => <Button size="small">View</Button>,
    tight: true,
    align: 'end',
  },
];

export function ListsSection() {
  const [page, setPage] = useState(1);
  return (
    <>
      <Card
        title="Table"
        flush
        footer={<Pagination page={page} onChange={setPage} hasPrevious={page > 1} hasNext />}
      >
        <Table
          label="Closed tickets"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          onOpen={(row) => toast.success(`Opened ticket ${row.id}.`)}
        />
      </Card>
      <Card title="Table, loading" flush>
        <Table
          label="Loading tickets"
          columns={columns}
          rows={undefined}
          rowKey={(row) => row.id}
          skeletonRows={3}
        />
      </Card>
      <Card title="Table, empty" flush>
        <Table
          label="No tickets"
          columns={columns}
          rows={[]}
          rowKey={(row) => row.id}
          empty={
            <EmptyState
              icon={<Ticket />}
              title="No closed tickets yet"
              action={<Button>Set up a panel</Button>}
            >
              A ticket is listed here when it has been closed.
            </EmptyState>
          }
        />
      </Card>
      <Card title="Failed">
        <ErrorState
          message="The server cannot be reached. Check your connection and try again."
          onRetry={() => undefined}
        />
      </Card>
      <Card title="Sections" flush>
        <Collapsible title="General" defaultOpen>
          What is inside stays in the page when it is closed.
        </Collapsible>
        <Collapsible title="Claiming">Closed at first.</Collapsible>
      </Card>
      <Card title="Tabs">
        <Tabs
          label="Editor"
          tabs={[
            { value: 'edit', label: 'Edit', content: 'The form.' },
            { value: 'preview', label: 'Preview', content: 'The picture.' },
          ]}
        />
      </Card>
    </>
  );
}
