/**
 * Something on this machine keeps the program from running, and a person has to act. The message says what to do;
 * the program prints it without a stack and exits 1.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
