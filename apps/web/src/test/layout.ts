import { afterEach, beforeEach, vi } from 'vitest';

/** For pieces that draw only what is in sight: a page without a layout has no room for any row, and no media queries. */
export function pretendLayout() {
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(300);
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}
