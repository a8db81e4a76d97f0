export const palette = {
  title: 'Search or jump to',
  placeholder: 'Search servers, pages and tags, or a ticket number…',
  none: 'Nothing matches. Try another word.',
  server: 'Server',
  page: 'Page',
  tag: 'Tag',
  ticket: 'Ticket',
  ticket_number: 'Ticket #{id}',
  shortcuts: {
    title: 'Keyboard shortcuts',
    palette: 'Search or jump to',
    help: 'Show these shortcuts',
    close: 'Close what opened last',
    rows: 'Next and previous row of a list',
    open: 'Open the row',
    tickets: 'Next and previous ticket, beside an open one',
  },
};
