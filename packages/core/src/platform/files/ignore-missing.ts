/** For `catch()` of a file operation: undefined where the file or folder is not there. Every other error goes on. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
