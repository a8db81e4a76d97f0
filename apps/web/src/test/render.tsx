import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { EmojiPictures } from '@tickets/discord-ui/emoji/emoji-pictures';
import type { ReactElement } from 'react';
import { IntlProvider } from 'use-intl';
import { onTestFinished } from 'vitest';
// Loaded before any test begins: a list then opens at once, as one that was pointed at.
import '../components/ui/choosing/combobox-popup.tsx';
import { createQueryClient } from '../lib/api/query-client.ts';
import { emojiPictureUrl } from '../lib/discord/emoji-picture.ts';
import { setConfig } from '../lib/page/config.ts';
import { useMessages } from '../lib/page/messages.ts';
import { dismissAllToasts } from '../lib/page/toast.ts';

// The first page of a test file is loaded from disk, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

export const testConfig = {
  api_url: '',
  ws_url: '',
  client_id: '1000',
  redirect_uri: 'http://localhost:3000/callback',
  authorize_url: 'http://discord.test/oauth2/authorize',
  invite_url: 'http://discord.test/invite',
  cdn_url: 'http://cdn.test',
  docs_url: 'http://localhost:3000/docs',
  main_site_url: 'http://localhost:3000/welcome',
  premium_url: 'http://localhost:3000/premium',
  operator_name: null,
  operator_contact: null,
  simulator_url: null,
  version: 'test',
};

/** Renders a piece with texts and a query client around it. Texts of other subjects are loaded by the test itself. */
export function renderApp(element: ReactElement, queryClient: QueryClient = createQueryClient()) {
  setConfig(testConfig);
  onTestFinished(() => {
    cleanup();
    dismissAllToasts();
    // What waits to be asked or sent again would be in the next test, and so would what a page reads whose code is still loaded.
    void queryClient.cancelQueries();
    queryClient.clear();
    queryClient.prefetchQuery = async () => undefined;
  });
  const user = userEvent.setup();
  const wrapped = (inner: ReactElement) => (
    <QueryClientProvider client={queryClient}>
      <Texts>{inner}</Texts>
    </QueryClientProvider>
  );
  const result = render(wrapped(element));
  return { ...result, user, rerender: (next: ReactElement) => result.rerender(wrapped(next)) };
}

function Texts({ children }: { children: ReactElement }) {
  return (
    <IntlProvider locale="en" messages={useMessages()} timeZone="UTC">
      <EmojiPictures value={emojiPictureUrl}>{children}</EmojiPictures>
    </IntlProvider>
  );
}
