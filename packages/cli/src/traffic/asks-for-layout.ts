/**
 * Whether a request asks for a formatted body; without its layout, such a body cannot show whether the server obeyed.
 */
export const asksForLayout = (url: string): boolean => /[?&]pretty=true(?:&|#|$)/i.test(url);
