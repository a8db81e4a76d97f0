import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DiscordComponents } from './components/discord-components.tsx';
import { DiscordEmbed } from './embed/discord-embed.tsx';
import { placeFields } from './embed/place-fields.ts';
import { ComponentEmoji } from './emoji/custom-emoji.tsx';
import { DiscordMessage } from './message/discord-message.tsx';
import { renderHosted } from './test/render.tsx';
import { DiscordMarkdown } from './text/discord-markdown.tsx';

describe('formatted text', () => {
  const nelly = '80351110224678912';
  const help = '80351110224678913';
  const show = (text: string) =>
    renderHosted(
      <DiscordMarkdown
        text={text}
        mentions={{ users: { [nelly]: 'Nelly' }, channels: { [help]: 'help' } }}
      />,
    ).container;

  it('is bold, italic, struck, coded, quoted and listed as in Discord', async () => {
    const container = show('**b** *i* ~~s~~ `c` __u__\n> q\n- one\n- two');
    await screen.findByText('b');
    expect(
      ['strong', 'em', 's', 'code', 'u', 'blockquote'].map((tag) =>
        container.querySelector(tag)?.textContent?.trim(),
      ),
    ).toEqual(['b', 'i', 's', 'c', 'u', 'q']);
    expect(container.textContent).toContain('•one');
  });

  it('has headings and small text on any line, also right after a list or a quote', async () => {
    const container = show('- one\n# First\n> q\n## Second\n- two\n-# small');
    await screen.findByText('First');
    expect([...container.querySelectorAll('h4, h5')].map((heading) => heading.textContent)).toEqual([
      'First',
      'Second',
    ]);
    expect(container.textContent).not.toContain('#');
  });

  it('names whom it mentions, and says so where the name is unknown', async () => {
    show(`<@${nelly}> in <#${help}> and <@80351110224678999>`);
    expect(await screen.findByText('@Nelly')).toBeTruthy();
    expect(screen.getByText('#help')).toBeTruthy();
    expect(screen.getByText('@unknown-user')).toBeTruthy();
  });

  it('tells the nearest hour or day of a moment, with the sentence going on right behind it', async () => {
    const day = Math.floor(Date.now() / 1000) + 86_400;
    const container = show(`If nobody answers, it closes <t:${day}:R>.`);
    await screen.findByText('in 1 day');
    expect(container.textContent).toBe('If nobody answers, it closes in 1 day.');
  });

  it('of an address takes the bracket that it opened, and no other', async () => {
    const container = show('(see https://a.example/x_(y)) and https://b.example/z)');
    await screen.findAllByRole('link');
    expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      'https://a.example/x_(y)',
      'https://b.example/z',
    ]);
  });

  it('leaves no empty line after a block of code', async () => {
    const container = show('```js\nconst x = 1;\n```\nafter');
    await waitFor(() => expect(container.textContent).toBe('const x = 1;after'));
  });

  it('shows a time that there never is as it was written', async () => {
    const container = show('**at** <t:99999999999999999:R>');
    await screen.findByText('at');
    expect(container.textContent).toBe('at <t:99999999999999999:R>');
  });

  it('never makes a link that runs a script, and hides from no reader where it would have led', async () => {
    const container = show('[press me](javascript:alert(1)) and [this](https://example.com/)');
    await screen.findByRole('link', { name: 'this' });
    expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      'https://example.com/',
    ]);
    expect(container.textContent).toBe('[press me](javascript:alert(1)) and this');
  });

  it('shows markup as the text that it is', async () => {
    const container = show('**b** <img src=x onerror=alert(1)>');
    await screen.findByText('b');
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toContain('<img src=x');
  });

  it('hides a spoiler until it is pressed', async () => {
    show('||secret||');
    const spoiler = await screen.findByRole('button', { name: /Hidden text/ });
    spoiler.click();
    expect(await screen.findByText('secret')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows a spoiler to whom the keyboard is enough, and keeps their place', async () => {
    show('before ||secret|| after');
    const hands = userEvent.setup();
    await screen.findByRole('button', { name: /Hidden text/ });
    await hands.tab();
    await hands.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('secret');
  });

  it('leaves out a time that is none, and makes no address of an id that is none', () => {
    const { container } = renderHosted(
      <>
        <DiscordEmbed embed={{ title: 'Rich', timestamp: 'yesterday' }} mentions={{}} />
        <ComponentEmoji emoji={{ id: '../../evil', name: 'wave' }} />
      </>,
    );
    expect(container.textContent).toBe('Rich');
    expect(container.innerHTML).not.toContain('evil');
  });

  it('of an embed mentions somebody in its text and in the values of its fields alone', async () => {
    const who = `<@${nelly}> @everyone <#${help}>`;
    const { container } = renderHosted(
      <DiscordEmbed
        embed={{
          title: `**Title** ${who}`,
          description: `Text ${who}`,
          author: { name: `Author ${who}` },
          footer: { text: `Foot ${who}` },
          fields: [{ name: `Name [a](https://a.example) ${who}`, value: `Value ${who}` }],
        }}
        mentions={{ users: { [nelly]: 'Nelly' }, channels: { [help]: 'help' } }}
      />,
    );
    await screen.findByText('Title');
    expect(container.querySelector('strong')?.textContent).toBe('Title');
    const said = container.textContent ?? '';
    for (const where of ['Title', 'Author', 'Foot', 'Name [a](https://a.example)'])
      expect(said).toContain(`${where} ${who}`);
    for (const where of ['Text', 'Value']) expect(said).toContain(`${where} @Nelly @everyone #help`);
    expect(screen.getAllByText('@Nelly')).toHaveLength(2);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

it('stickers, polls and messages that were passed on say what they are', async () => {
  renderHosted(
    <DiscordMessage
      author={{ name: 'Mia' }}
      embeds={[
        { type: 'sticker', title: 'Wave', sticker: { id: '77', format_type: 1 } },
        { type: 'sticker', title: 'Drawn', sticker: { id: '78', format_type: 3 } },
        { type: 'poll', title: 'Which?', description: '- One' },
        { type: 'forward', description: 'as **he** said' },
      ]}
    />,
  );
  const picture = screen.getByRole<HTMLImageElement>('img', { name: 'Sticker: Wave' });
  expect(picture.src).toMatch(/\/stickers\/77\.png$/);
  fireEvent.error(picture);
  for (const text of ['Sticker: Wave', 'Sticker: Drawn', 'Poll', 'Forwarded'])
    expect(screen.getByText(text)).toBeTruthy();
  expect((await screen.findByText('he')).tagName).toBe('STRONG');
});

it('the picture behind an address is shown as a picture, without a box around it', () => {
  const { container } = renderHosted(
    <DiscordMessage
      author={{ name: 'Mia' }}
      embeds={[{ type: 'gifv', thumbnail: { url: 'https://gifs.test/a.png' } }]}
    />,
  );
  const picture = container.querySelector('img[src="https://gifs.test/a.png"]');
  expect(picture?.closest('article')?.querySelector('article')).toBeNull();
  expect(picture).toBeTruthy();
});

it('up to three inline fields share a line, others stand alone', () => {
  const fields = [true, true, true, true, false].map((inline, index) => ({
    name: String(index),
    value: '',
    inline,
  }));
  expect(placeFields(fields).map(({ from, to }) => [from, to])).toEqual([
    [1, 5],
    [5, 9],
    [9, 13],
    [1, 7],
    [1, 13],
  ]);
});

it('a component of an unknown kind says so, and loses nothing that it carries', async () => {
  renderHosted(
    <DiscordComponents
      components={[{ type: 9, components: [{ type: 10, content: 'Kept text' }] }, { type: 42 }]}
    />,
  );
  expect(screen.getAllByText('Unknown component type')).toHaveLength(2);
  expect(await screen.findByText('Kept text')).toBeTruthy();
});

it('names pictures by what is said of them, or by their file', () => {
  renderHosted(
    <DiscordComponents
      components={[
        {
          type: 9,
          accessory: { type: 11, media: { url: 'https://pictures.test/a.png' }, description: 'A crane' },
        },
        { type: 12, items: [{ media: { url: 'https://pictures.test/quay.png?ex=1' } }] },
      ]}
    />,
  );
  expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('alt'))).toEqual([
    'A crane',
    'Picture: quay.png',
  ]);
});

describe('times', () => {
  const noon = (daysAgo: number) => {
    const date = new Date();
    date.setDate(date.getDate() - daysAgo);
    date.setHours(12, 0, 0, 0);
    return date;
  };

  it.each([
    [0, /^Today at 12:00 PM$/],
    [1, /^Yesterday at 12:00 PM$/],
    [2, /^\d+\/\d+\/\d+, 12:00 PM$/],
  ])(
    'of %i days ago are told as Discord tells them, on the message and in the foot of its embed',
    (days, text) => {
      renderHosted(
        <DiscordMessage
          author={{ name: 'Tickets' }}
          timestamp={noon(days)}
          embeds={[{ title: 'Help', timestamp: noon(days).toISOString() }]}
        />,
      );
      expect(screen.getAllByText(text)).toHaveLength(2);
    },
  );
});
