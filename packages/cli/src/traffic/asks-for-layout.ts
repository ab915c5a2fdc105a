/** Whether a request asks for a body that is laid out, so that one whose layout was not kept says nothing. */
export const asksForLayout = (url: string): boolean => /[?&]pretty=true(?:&|#|$)/i.test(url);
