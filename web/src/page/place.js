/// The part of the page that the address names, such as `#analyze`, or the first one.
export function placeIn(hash, places) {
  return places.find((place) => hash === `#${place}`) ?? places[0];
}
