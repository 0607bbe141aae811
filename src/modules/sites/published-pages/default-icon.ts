/** Icon of sites without their own icon: an open book. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#346ddb" stroke-width="3" stroke-linejoin="round">' +
  '<path d="M16 8c-3-3-7-4-12-4v21c5 0 9 1 12 4 3-3 7-4 12-4V4c-5 0-9 1-12 4zM16 8v21"/></svg>';
