const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** How large a file is: "3.4 MB". */
export function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = UNITS[step] ?? 'byte';
  return new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: step ? 1 : 0 }).format(
    bytes / 1000 ** step,
  );
}
