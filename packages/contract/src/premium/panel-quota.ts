/** The gate to make more panels than are free. It stands alone because pages ask by it, which need no more of the table. */
export const panelQuota = { voting: false, refused: 'panel.quota_exceeded' } as const;
