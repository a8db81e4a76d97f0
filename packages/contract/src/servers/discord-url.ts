/**
 * Whether Discord takes an address in an embed or on a link button: http or https, and a host with a dot in it. It
 * refuses `http://localhost:8080` and the bare names of machines with URL_TYPE_INVALID_URL, and the whole message with
 * them; IPv4 addresses and ports it takes. Its documents do not say so. It was found by
 * https://github.com/go-gitea/gitea/issues/11124, https://github.com/bugsink/bugsink/issues/280 and
 * https://github.com/discord-jda/JDA/issues/699; nobody has shown that it takes IPv6 addresses.
 */
export function isDiscordUrl(value: string): boolean {
  // In one expression with the host, whose end it may be looked for from each of its places, this takes the cube of the length.
  if (/\s/.test(value)) return false;
  const [, host = ''] = /^https?:\/\/(?:[^/?#\\]*@)?([^/?#:\\]+)/i.exec(value) ?? [];
  return /[^.]\.[^.]/.test(host) && URL.canParse(value);
}
