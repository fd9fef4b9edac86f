// A page of the manual that the studio opens first, which the start page leaves to it.

const KEY = "begun";

export const openAt = (page) => sessionStorage.setItem(KEY, page);

// The page, once.
export function takePage() {
  const page = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return page;
}
