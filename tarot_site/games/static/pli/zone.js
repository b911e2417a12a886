// Tells the form which time zone this browser lives in, unless its reader already chose another.
(function () {
  "use strict";
  var zone = "";
  try { zone = Intl.DateTimeFormat().resolvedOptions().timeZone || ""; } catch (error) { return; }
  document.querySelectorAll("[data-zone]").forEach(function (field) {
    if (field.tagName !== "SELECT") { field.value = zone; return; }
    var option = Array.prototype.find.call(field.options, function (one) { return one.value === zone; });
    if (!option && zone) { field.add(new Option(zone.replace(/_/g, " "), zone)); }
    if (zone) { field.value = zone; }
  });
})();
