/** Whether a request asks for a formatted body; a body without its layout cannot show whether the server obeyed. */
export const asksForLayout = (url: string): boolean => /[?&]pretty=true(?:&|#|$)/i.test(url);
