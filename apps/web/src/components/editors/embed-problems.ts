import { charactersIn, embedLength, embedLimits } from '@tickets/contract/embeds/embed-limits';
import {
  emptyEmbedText,
  hasEmbedContent,
  isEmbedPicture,
  isWebUrl,
} from '@tickets/contract/embeds/embed-rules';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { translate } from '../../lib/page/translate.ts';
import { type EmbedForm, embedPayload } from './embed-form.ts';

/** What the server would refuse, told before it is sent. `path` is where the embed stands in the body. */
export function embedProblems(form: EmbedForm, path: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const say = (below: string, message: string) => {
    problems.push({ path: below ? `${path}.${below}` : path, message });
  };
  const text = (below: string, value: string, limit: number) => {
    const length = charactersIn(value);
    if (length > limit) say(below, translate('editors.problem.too_long', { length, limit }));
  };
  const url = (below: string, value: string, fits: (url: string) => boolean) => {
    if (value.trim() && !fits(value.trim())) {
      const limit = embedLimits.url;
      say(
        below,
        translate(charactersIn(value) > limit ? 'editors.problem.long_url' : 'editors.problem.url', {
          limit,
        }),
      );
    }
  };
  const needed = (below: string, value: string, limit: number) => {
    if (value.trim()) text(below, value, limit);
    else say(below, translate('editors.problem.blank'));
  };

  text('title', form.title, embedLimits.title);
  url('url', form.url, isWebUrl);
  text('description', form.description, embedLimits.description);
  text('author.name', form.author.name, embedLimits.author_name);
  url('author.icon_url', form.author.icon_url, isWebUrl);
  url('author.url', form.author.url, isWebUrl);
  url('image_url', form.image_url, isEmbedPicture);
  url('thumbnail_url', form.thumbnail_url, isEmbedPicture);
  text('footer.text', form.footer.text, embedLimits.footer_text);
  url('footer.icon_url', form.footer.icon_url, isWebUrl);
  for (const [index, field] of form.fields.entries()) {
    needed(`fields.${index}.name`, field.name, embedLimits.field_name);
    needed(`fields.${index}.value`, field.value, embedLimits.field_value);
  }

  const embed = embedPayload(form);
  const length = embedLength(embed);
  if (!hasEmbedContent(embed)) say('', emptyEmbedText);
  else if (length > embedLimits.total)
    say('', translate('editors.problem.total', { length, limit: embedLimits.total }));
  return problems;
}
