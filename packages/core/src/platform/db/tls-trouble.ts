const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Why there is no encrypted connection to the database, and what helps; undefined for every other error. */
export function tlsTrouble(error: unknown): { text: string; fix: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall, path } = error as NodeJS.ErrnoException;
  const { message } = error;
  if (untrusted.has(code))
    return {
      text: `The certificate of the database is not trusted: ${message}`,
      fix: 'Name the certificate of the authority that signed it in DATABASE_URL, as sslrootcert=/path/to/ca.crt. sslmode=no-verify encrypts without any check.',
    };
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return {
      text: `The certificate of the database is not valid now: ${message}`,
      fix: 'Renew it at the server, or set the clock of this machine right.',
    };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return {
      text: `The certificate of the database is for another host: ${message}`,
      fix: 'Name the host in DATABASE_URL as the certificate does. sslmode=no-verify encrypts without any check.',
    };
  if (message === 'The server does not support SSL connections')
    return {
      text: 'The database takes no encrypted connections',
      fix: 'Turn TLS on at the server, or leave sslmode out of DATABASE_URL.',
    };
  // Files are read from the address itself, when it is taken apart.
  if (syscall === 'open' && path && /pg-connection-string/.test(error.stack ?? ''))
    return {
      text: `A file that DATABASE_URL names cannot be read: ${path} (${code})`,
      fix: 'Correct sslrootcert, sslcert or sslkey in it.',
    };
  return undefined;
}
