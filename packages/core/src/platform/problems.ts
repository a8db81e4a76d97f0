import { problemLimits } from '@tickets/contract/platform/body-limits';
import { AppError, type ErrorCode, type ErrorParams } from '@tickets/contract/platform/errors';

/** What is wrong with one field of an input. `path` is dotted, as on the wire. */
export interface Problem {
  path: string;
  code: ErrorCode;
  params?: ErrorParams;
}

/** Refuses an input with its problems at once: one alone by its own code, several in a list, of many the first. */
export function refuse(all: readonly Problem[]): void {
  const problems = all.slice(0, problemLimits.named);
  const [only] = problems;
  if (!only) return;
  const fields = problems.map(({ path, code, params = {} }) => ({
    path,
    message: new AppError(code, { params }).message,
  }));
  if (problems.length === 1) throw new AppError(only.code, { params: only.params ?? {}, fields });
  const listed = [...new Set(fields.map(({ message }) => message))].join('; ');
  throw new AppError('request.invalid', { params: { problems: listed }, fields, several: problems });
}
