//! Verdicts as Arrow arrays and tables, which are passed on through the Arrow PyCapsule
//! interface.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, LargeStringBuilder, StringBuilder, UInt32Builder};
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, StructArray};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use robots_exclusion::location::Scope;

use crate::columns::{Urls, type_name};
use crate::verdict::CompiledRules;

/// The maximum number of rows in a table, because its reasons are addressed by 32-bit offsets.
const ROWS_MAX: usize = 1 << 26;

pub(crate) fn allowed(py: Python<'_>, matcher: &CompiledRules, urls: Urls) -> PyResult<ArrowArray> {
    let mut allowed = BooleanBuilder::new();
    urls.visit(py, |url| {
        allowed.append_option(url.map(|url| matcher.allowed(url)));
    })?;
    Ok(ArrowArray(Arc::new(allowed.finish())))
}

/// The origin of each URL, or null for a URL without a host.
pub(crate) fn origins(py: Python<'_>, urls: Urls) -> PyResult<ArrowArray> {
    let mut origins = LargeStringBuilder::new();
    urls.visit(py, |url| {
        let scope = url.and_then(|url| Scope::of_page(url).ok());
        origins.append_option(scope.map(|scope| scope.to_string()));
    })?;
    Ok(ArrowArray(Arc::new(origins.finish())))
}

pub(crate) fn verdicts(
    py: Python<'_>,
    matcher: &CompiledRules,
    urls: Urls,
) -> PyResult<ArrowTable> {
    let mut table = VerdictColumns::default();
    urls.visit(py, |url| match url.map(|url| matcher.verdict(url)) {
        Some(verdict) => table.append(
            Some(verdict.allowed()),
            verdict.line(),
            Some(verdict.reason().name()),
        ),
        None => table.append(None, None, None),
    })?;
    table.finish(Vec::new())
}

/// The columns in a table of verdicts.
#[derive(Default)]
pub(crate) struct VerdictColumns {
    rows: usize,
    allowed: BooleanBuilder,
    line: UInt32Builder,
    reason: StringBuilder,
}

impl VerdictColumns {
    pub(crate) fn append(
        &mut self,
        allowed: Option<bool>,
        line: Option<u32>,
        reason: Option<&str>,
    ) {
        self.rows += 1;
        // `finish` rejects columns that are too large.
        if self.rows <= ROWS_MAX {
            self.allowed.append_option(allowed);
            self.line.append_option(line);
            self.reason.append_option(reason);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows
    }

    pub(crate) fn finish(
        mut self,
        ignored_files: Vec<(usize, &'static str)>,
    ) -> PyResult<ArrowTable> {
        if self.rows > ROWS_MAX {
            return Err(PyValueError::new_err(format!(
                "at most {ROWS_MAX} URLs can be decided in one call"
            )));
        }
        let schema = Schema::new(vec![
            Field::new("allowed", DataType::Boolean, true),
            Field::new("line", DataType::UInt32, true),
            Field::new("reason", DataType::Utf8, true),
        ]);
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.allowed.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.reason.finish()),
        ];
        let verdicts = RecordBatch::try_new(SchemaRef::new(schema), columns).map_err(of_arrow)?;
        Ok(ArrowTable {
            verdicts,
            ignored_files,
        })
    }
}

fn of_arrow(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

type Capsules<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);

/// The capsules of `__arrow_c_array__`. The type that the consumer requests is ignored,
/// which the interface permits.
fn capsules<'py>(py: Python<'py>, array: &ArrayData) -> PyResult<Capsules<'py>> {
    Ok((schema_capsule(py, array.data_type())?, {
        PyCapsule::new_with_value(py, FFI_ArrowArray::new(array), c"arrow_array")?
    }))
}

fn schema_capsule<'py>(py: Python<'py>, data_type: &DataType) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(data_type).map_err(of_arrow)?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// An Arrow array of booleans or strings, which you can pass to any library that accepts the
/// Arrow PyCapsule interface, as in ``pyarrow.array(array)`` and ``polars.Series(array)``.
///
/// >>> import pyarrow
/// >>> from robots_exclusion import Robots
/// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
/// >>> matcher.allowed_arrow(pyarrow.array(["/", "/private/x"]))
/// <ArrowArray: 2 of boolean>
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct ArrowArray(ArrayRef);

#[pymethods]
impl ArrowArray {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, self.0.data_type())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Capsules<'py>> {
        drop(requested_schema);
        capsules(py, &self.0.to_data())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        let kind = type_name(self.0.data_type());
        format!("<ArrowArray: {} of {kind}>", self.0.len())
    }
}

/// An Arrow table of verdicts, which you can pass to any library that accepts the Arrow
/// PyCapsule interface, as in ``pyarrow.table(verdicts)`` and ``polars.DataFrame(verdicts)``.
///
/// The columns are ``allowed`` (boolean), ``line`` (unsigned, 32 bits) and ``reason`` (string).
///
/// >>> from robots_exclusion import verdicts
/// >>> verdicts(["https://example.com/"], [("https://example.com/robots.txt", 404, None)], "MyBot")
/// <ArrowTable: 1 verdict>
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct ArrowTable {
    verdicts: RecordBatch,
    ignored_files: Vec<(usize, &'static str)>,
}

#[pymethods]
impl ArrowTable {
    /// The rows of ``files`` that :func:`verdicts` ignored, as row numbers, starting at 0, with
    /// a reason such as ``"no URL"`` or ``"no host"``.
    ///
    /// >>> from robots_exclusion import verdicts
    /// >>> verdicts([], [("https://example.com/", 404, None), ("/robots.txt", 200, b"")], "MyBot").ignored_files
    /// [(1, 'no host')]
    #[getter]
    fn ignored_files(&self) -> Vec<(usize, &'static str)> {
        self.ignored_files.clone()
    }

    /// Returns the columns as lists, without pyarrow.
    ///
    /// >>> from robots_exclusion import verdicts
    /// >>> verdicts(["https://example.com/"], [("https://example.com/robots.txt", 404, None)], "MyBot").to_pydict()
    /// {'allowed': [True], 'line': [None], 'reason': ['status-404']}
    fn to_pydict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        let [allowed, line, reason] = self.verdicts.columns() else {
            return Ok(columns);
        };
        columns.set_item(
            "allowed",
            PyList::new(py, allowed.as_boolean().iter().collect::<Vec<_>>())?,
        )?;
        let line = line.as_primitive::<UInt32Type>();
        columns.set_item("line", PyList::new(py, line.iter().collect::<Vec<_>>())?)?;
        let reason = reason.as_string::<i32>();
        columns.set_item(
            "reason",
            PyList::new(py, reason.iter().collect::<Vec<_>>())?,
        )?;
        Ok(columns)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let fields = self.verdicts.schema().fields().clone();
        schema_capsule(py, &DataType::Struct(fields))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Capsules<'py>> {
        drop(requested_schema);
        capsules(py, &StructArray::from(self.verdicts.clone()).to_data())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.verdicts.clone())], self.verdicts.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __len__(&self) -> usize {
        self.verdicts.num_rows()
    }

    fn __repr__(&self) -> String {
        let rows = self.verdicts.num_rows();
        let plural = if rows == 1 { "" } else { "s" };
        format!("<ArrowTable: {rows} verdict{plural}>")
    }
}
