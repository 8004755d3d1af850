/** For a call that only shows whether an agent works: as little as possible. */
export const testCall = 'Reply with the one word "pong". Use no tools.';
