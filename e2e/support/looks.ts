import type { Locator } from '@playwright/test';

export interface EmbedLook {
  /** Its texts in the order in which they are read. */
  text: string;
  bar: string;
  pictures: string[];
}

export interface ButtonLook {
  text: string;
  colour: 'blue' | 'grey' | 'green' | 'red';
  emoji: string | null;
  disabled: boolean;
}

/**
 * The embeds of a drawn message, the dashboard's preview or the one in the simulated Discord. The times in their
 * footers are the only text that may differ, so embeds are compared that have none.
 */
export function embedsOf(message: Locator): Promise<EmbedLook[]> {
  return message.getByRole('article').evaluateAll((embeds) =>
    embeds.map((embed) => ({
      text: (embed as HTMLElement).innerText.replace(/\s+/g, ' ').trim(),
      bar: getComputedStyle(embed).borderLeftColor,
      pictures: [...embed.querySelectorAll('img')].map(({ src }) => src),
    })),
  );
}

/** One of a drawn message's buttons. The preview draws what cannot be pressed there, so it has no role. */
export function buttonOf(message: Locator, label: string): Promise<ButtonLook> {
  return message.getByText(label, { exact: true }).evaluate((text) => {
    let button = text;
    while (getComputedStyle(button).backgroundColor === 'rgba(0, 0, 0, 0)' && button.parentElement)
      button = button.parentElement;
    const [red = 0, green = 0, blue = 0] = (
      getComputedStyle(button).backgroundColor.match(/\d+(\.\d+)?/g) ?? []
    ).map(Number);
    const most = Math.max(red, green, blue);
    // The two draw Discord's four colours in shades of their own.
    const colour = (['red', 'green', 'blue'] as const)[[red, green, blue].indexOf(most)] ?? 'grey';
    return {
      text: (button as HTMLElement).innerText.trim(),
      colour: most - Math.min(red, green, blue) < 40 ? ('grey' as const) : colour,
      emoji: button.querySelector('img')?.src ?? null,
      disabled: button.matches(':disabled'),
    };
  });
}
